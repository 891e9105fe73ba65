/** What the client says about Faiyum; other languages are further files like en.ts. */

import { en } from "./en.ts";

export type Words = typeof en;

export const words: Words = en;
