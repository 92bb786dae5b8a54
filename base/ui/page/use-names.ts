import type { Messages } from '@lingui/core';
import { useLingui } from '@lingui/react';

/**
 * Returns what shows names from the database in the language of the page: those that the product itself gives
 * are translated, those that people have chosen stay as they are.
 */
export function useNames(): (name: string) => string {
  // Not `i18n`: it is the same object in every language, so that names would stay in the previous one.
  const { messages } = useLingui().i18n;
  return (name) => nameIn(messages, name);
}

function nameIn(messages: Messages, name: string): string {
  // A compiled text without values is a list of one.
  return Object.hasOwn(messages, name) ? String(messages[name]) : name;
}
