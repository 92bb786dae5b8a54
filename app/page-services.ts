import type { InsideCall } from '#base/call-client.ts';
import type { AnyCall } from './calls.ts';

/** Makes a call inside the server while a page is rendered, always as a guest. */
type GuestCall = InsideCall<AnyCall>;

declare module '#base/page-context.ts' {
  interface PageServices {
    readonly call: GuestCall;
  }
}
