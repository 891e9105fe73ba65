import { api } from "../api/client.ts";
import { router } from "../router.svelte.ts";

/** Go to a lesson's table. */
export async function startLesson(game: string, lesson: string): Promise<void> {
  router.go(`/table/${(await api.startLesson(game, lesson)).id}`);
}
