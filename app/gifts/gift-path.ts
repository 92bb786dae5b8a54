import type { GiftKind } from './gift-rules.ts';

interface Given {
  readonly id: string;
  readonly kind: GiftKind;
}

/** The path of the page of a gift; with the secret of a link whoever opens it can take it. It stands behind `#`, which no server gets. */
export const giftPath = ({ id, kind }: Given, secret: string | null = null): string =>
  `/${kind === 'Pieces' ? 'gifts' : 'months'}/${id}${secret === null ? '' : `#${secret}`}`;
