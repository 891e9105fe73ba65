/**
 * The texts of the page. Another language is a second file like en.ts with the same shape,
 * chosen here; what the games say (cards, questions, log) comes from the server.
 */

import { en } from "./en.ts";

export type Texts = typeof en;

export const t: Texts = en;
