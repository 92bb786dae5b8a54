import { wireId } from '#base/calls/id-wire.ts';

/** What the buttons below the message of a donation do. */
export const buttonActions = ['replay', 'skip', 'thank'] as const;

export type ButtonAction = (typeof buttonActions)[number];

/** What Telegram sends back when a button is pressed: at most 64 bytes. */
export function buttonData(action: ButtonAction, noticeId: string): string {
  return `${action}:${noticeId}`;
}

/** Parses it; null where it is not ours. */
export function parseButton(data: string): { readonly action: ButtonAction; readonly noticeId: string } | null {
  const [name, noticeId = ''] = data.split(':');
  const action = buttonActions.find((known) => known === name);
  return action === undefined || !wireId.safeParse(noticeId).success ? null : { action, noticeId };
}
