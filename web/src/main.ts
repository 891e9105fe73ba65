import { mount } from "svelte";
import App from "./App.svelte";
import { language } from "./i18n/language.ts";
import "./styles/theme.css";
import "./styles/base.css";

document.documentElement.lang = language;
mount(App, { target: document.getElementById("app")! });
