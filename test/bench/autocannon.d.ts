/** What is used here of autocannon, which has no types of its own. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly headers?: Readonly<Record<string, string>>;
    /** Sent in turn; `setupRequest` is asked before each. */
    readonly requests?: readonly { readonly setupRequest: (request: object) => object }[];
  }

  export interface Outcome {
    /** Seconds. */
    readonly duration: number;
    readonly errors: number;
    readonly non2xx: number;
    readonly requests: { readonly total: number };
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number };
  }

  export default function autocannon(options: Options): Promise<Outcome>;
}
