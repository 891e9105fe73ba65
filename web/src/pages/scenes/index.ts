/** The picture of each game. */

import type { Component } from "svelte";
import FaiyumScene from "./FaiyumScene.svelte";
import ResafaScene from "./ResafaScene.svelte";

export const SCENES: Record<string, Component> = { faiyum: FaiyumScene, resafa: ResafaScene };
