import { setTimeout as pause } from 'node:timers/promises';
import type { HandedAlert } from '#app/widgets/widget-shapes.ts';

/** What a page had of the server's voice when an alert was to be read aloud. */
export interface Spoken {
  readonly alertId: string;
  /** Null: nothing in time; the browser would read. */
  readonly mediaType: string | null;
  /** Milliseconds that the alert waited for it. */
  readonly waited: number;
}

const loadMilliseconds = 2_500;
const moment = 300;

async function load(url: string, name: string): Promise<string | null> {
  try {
    const address = `${url}/api/Widget/Speech?name=${encodeURIComponent(name)}`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(loadMilliseconds) });
    const bytes = await answer.arrayBuffer();
    return answer.ok && bytes.byteLength > 0 ? answer.headers.get('content-type') : null;
  } catch {
    return null;
  }
}

/** The voice of a notification page without a browser: it loads and waits as that does (`notification-run.ts`), and plays nothing. */
export class PageVoice {
  readonly #url: string;
  readonly #spoken: Spoken[];
  #coming: Promise<string | null> | null = null;
  #isLate = false;

  constructor(url: string, spoken: Spoken[]) {
    this.#url = url;
    this.#spoken = spoken;
  }

  prepare({ speech }: HandedAlert): void {
    this.#coming = speech ? load(this.#url, speech.name) : null;
  }

  async speak({ alertId }: Pick<HandedAlert, 'alertId'>): Promise<void> {
    const coming = this.#coming;
    if (coming === null) return;
    const begunAt = performance.now();
    const mediaType = await (this.#isLate ? Promise.race([coming, pause(moment, null)]) : coming);
    this.#isLate = mediaType === null;
    this.#spoken.push({ alertId, mediaType, waited: performance.now() - begunAt });
  }
}
