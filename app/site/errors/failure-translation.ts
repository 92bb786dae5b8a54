import { type Messages, setupI18n } from '@lingui/core';

/** Translates the Russian text of a failure; one that it does not know stays as it is. */
export type Translate = (text: string) => string;

const place = /\{(\d)\}/;

/** A number as Russian texts write it, where English ones do not: `10 000,50`, `12,50`. */
const written = /^(?:\d{1,3}(?:\s\d{3})+(?:,\d+)?|\d+,\d+)$/;

const inEnglish = (number: string) => number.replaceAll(/[\s,]/g, (sign) => (sign === ',' ? '.' : ','));

/** Compiles a text with places into an expression that finds what stands in them. */
function patternOf(text: string): RegExp {
  const parts = text
    .split(place)
    .map((part, at) => (at % 2 === 1 ? '(.+)' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('')}$`, 's');
}

/**
 * Makes the translation into a language from its catalogue (failure-texts.txt). What stands in the places of a text is translated
 * too, because one text may name another.
 */
export function createTranslation(locale: string, messages: Messages): Translate {
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  const patterns = Object.keys(messages)
    .filter((text) => place.test(text))
    // Of two that fit, the one with more words of its own says more.
    .sort((one, other) => other.length - one.length)
    .map((text) => ({ text, pattern: patternOf(text) }));

  return function translate(text: string): string {
    if (Object.hasOwn(messages, text)) return i18n._(text);
    if (written.test(text)) return locale === 'en' ? inEnglish(text) : text;
    for (const { text: known, pattern } of patterns) {
      const values = pattern.exec(text)?.slice(1);
      if (values) return i18n._(known, { ...values.map(translate) });
    }
    return text;
  };
}
