import { type ServerOptions, WebSocket, WebSocketServer } from 'ws';

/** The most bytes that wait for a program at a web socket. */
export const mostWaitingBytes = 1_000_000;

/** A web socket that ends where its program sends pings but takes no answers. */
export class AnsweringSocket extends WebSocket {
  override pong(...answer: Parameters<WebSocket['pong']>): void {
    if (this.bufferedAmount > mostWaitingBytes) this.terminate();
    else super.pong(...answer);
  }
}

/** Accepts such sockets. */
export class AnsweringServer extends WebSocketServer<typeof AnsweringSocket> {
  constructor(options: ServerOptions<typeof AnsweringSocket>) {
    super({ ...options, WebSocket: AnsweringSocket });
  }
}
