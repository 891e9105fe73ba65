import { mount } from "svelte";
import App from "./App.svelte";
import { language } from "./i18n/language.ts";
import { reloadWhenOutdated, startWorker } from "./lib/worker.ts";
import "./styles/theme.css";
import "./styles/base.css";
import "./styles/pages.css";

document.documentElement.lang = language;
reloadWhenOutdated();
startWorker();
mount(App, { target: document.getElementById("app")! });
