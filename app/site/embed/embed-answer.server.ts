import { isUserName } from '#app/creators/user-name.ts';
import { type EmbedChoice, embedChoiceOf, embedHeight, embedPath } from '../embed-choice.ts';
import { escaped } from '../files/preview-fonts.server.ts';
import type { EmbeddedCreator } from './embed-page.server.ts';

/** What a program asks for that turns an address into something to embed. */
export interface EmbedQuestion {
  readonly userName: string;
  readonly choice: EmbedChoice;
  /** The most room that there is, in px; null: any. */
  readonly maxWidth: number | null;
  readonly maxHeight: number | null;
}

const widest = 640;
const minutes = 5;

function pixels(value: unknown): number | null {
  const asked = typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(asked) && asked > 0 ? asked : null;
}

/** The creator and the look that a query of oEmbed 1.0 names by `url`; null where it is no address of a creator here, or another format than JSON is asked for. */
export function embedQuestion(query: Readonly<Record<string, unknown>>, publicUrl: string): EmbedQuestion | null {
  const named = Object.fromEntries(Object.entries(query).map(([name, value]) => [name.toLowerCase(), value]));
  const { url, format = 'json' } = named;
  const address = typeof url === 'string' ? URL.parse(url) : null;
  if (address === null || address.origin !== new URL(publicUrl).origin || format !== 'json') return null;
  const [, userName = ''] = /^\/(?:embed\/)?([^/]+)\/?$/.exec(address.pathname) ?? [];
  if (!isUserName(userName.toLowerCase())) return null;
  const choice = embedChoiceOf(Object.fromEntries(address.searchParams));
  return { userName, choice, maxWidth: pixels(named.maxwidth), maxHeight: pixels(named.maxheight) };
}

/** The answer of oEmbed 1.0: the creator's widget in a frame. */
export function embedAnswer(
  { userName, name }: EmbeddedCreator,
  { choice, maxWidth, maxHeight }: EmbedQuestion,
  { publicUrl, siteName }: { readonly publicUrl: string; readonly siteName: string },
) {
  const width = Math.min(widest, maxWidth ?? widest);
  const height = Math.min(embedHeight(choice), maxHeight ?? embedHeight(choice));
  const source = escaped(`${publicUrl}${embedPath(userName, choice)}`);
  return {
    version: '1.0',
    type: 'rich',
    title: name,
    author_name: name,
    author_url: `${publicUrl}/${userName}`,
    provider_name: siteName,
    provider_url: publicUrl,
    cache_age: minutes * 60,
    thumbnail_url: `${publicUrl}/og/${userName}.png`,
    thumbnail_width: 1200,
    thumbnail_height: 630,
    width,
    height,
    html: `<iframe src="${source}" title="${escaped(name)}" width="${width}" height="${height}" style="border:0" loading="lazy"></iframe>`,
  };
}
