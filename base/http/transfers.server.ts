import type { IncomingMessage, ServerResponse } from 'node:http';

/** The requests and answers of a server, whose bytes may be on their way for long: large files that come or go. */
export class Transfers {
  readonly #open = new Map<ServerResponse, IncomingMessage>();

  note(request: IncomingMessage, response: ServerResponse): void {
    this.#open.set(response, request);
    response.once('close', () => this.#open.delete(response));
  }

  /** Ends those that are half there, not those that are still worked at. Players and uploads begin anew at another process. */
  cut(): void {
    for (const [response, request] of this.#open) {
      if (response.headersSent || !request.complete) request.destroy();
    }
  }
}
