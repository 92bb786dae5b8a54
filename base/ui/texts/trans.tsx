import { Trans as LinguiTrans, type TransProps } from '@lingui/react';

/** The macro's `Trans` reads a message for elements only after the values stand in it. As a list, a value is not read: somebody's `<b>` stays. */
const unread = (value: unknown) => (typeof value === 'string' && value.includes('<') ? [value] : value);

/** What the macro's `Trans` becomes (lingui.config.ts). */
export function Trans({ values, ...message }: TransProps) {
  const safe = values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, unread(value)]));
  return <LinguiTrans {...message} values={safe} />;
}
