import type { Locale } from '#base/text/locales.ts';
import { escaped } from '../files/preview-fonts.server.ts';
import { embedWords } from './embed-words.server.ts';

/** What the form offers. Sums in main units. */
export interface EmbedOffer {
  readonly sums: readonly number[];
  /** How long a name and a message may be. */
  readonly limits: { readonly name: number; readonly message: number };
}

interface EmbedFormParts {
  readonly offer: EmbedOffer;
  readonly lang: Locale;
  /** Where the form is sent to, escaped. */
  readonly action: string;
  /** The text of the button. */
  readonly act: string;
  /** Also asks for a name and a message. */
  readonly isWhole: boolean;
  sum(amount: number): string;
}

function sumsOf({ offer: { sums }, lang, sum }: EmbedFormParts): string {
  const own = embedWords.own[lang];
  // The same sum is chosen first as on the creator's page.
  const first = sums[1] ?? sums[0];
  const choices = sums.map((amount) => {
    const checked = amount === first ? ' checked' : '';
    return `<label><input type="radio" name="amount" value="${amount}"${checked}><span>${escaped(sum(amount))}</span></label>`;
  });
  const field = `<input name="own" inputmode="numeric" autocomplete="off" maxlength="16" placeholder="${own}" aria-label="${own}">`;
  return `<fieldset class="sums"><legend>${embedWords.sum[lang]}</legend>${choices.join('')}${field}</fieldset>`;
}

function wordsOf({ offer: { limits }, lang }: EmbedFormParts): string {
  const name = embedWords.name[lang];
  const message = embedWords.message[lang];
  const nameField = `<input name="name" autocomplete="nickname" maxlength="${limits.name}" placeholder="${name}" aria-label="${name}">`;
  const messageField = `<textarea name="message" rows="2" maxlength="${limits.message}" placeholder="${message}" aria-label="${message}"></textarea>`;
  return messageField + nameField;
}

/** The form of the widget: it opens the creator's page in a new tab with all that was typed. */
export function embedForm(parts: EmbedFormParts): string {
  const { action, act, isWhole } = parts;
  const words = isWhole ? wordsOf(parts) : '';
  return `<form action="${action}" method="post" target="_blank" rel="noopener">${sumsOf(parts)}${words}<button class="give">${act}</button></form>`;
}

/** What was typed in the form. */
export interface TypedInEmbed {
  readonly amount: string;
  readonly name: string;
  readonly message: string;
}

/** What a sent form says; an own sum counts before a chosen one. */
export function typedInEmbed(sent: URLSearchParams, { name, message }: EmbedOffer['limits']): TypedInEmbed {
  const textOf = (field: string, most: number) =>
    (sent.get(field) ?? '').replaceAll('\r\n', '\n').trim().slice(0, most).toWellFormed();
  return {
    amount: textOf('own', 16) || textOf('amount', 16),
    name: textOf('name', name),
    message: textOf('message', message),
  };
}
