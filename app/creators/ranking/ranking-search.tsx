import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { SearchField } from '#base/ui/fields/search-field.tsx';
import { useSearch } from '#base/ui/fields/use-search.ts';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import classes from './admin-ranking-screen.module.css';
import type { RankedCreator } from './ranked-creator.ts';
import { RankedFace } from './ranked-row.tsx';

type Found = readonly RankedCreator[] | { readonly fault: string };

interface RankingSearchProps {
  /** The creators that are shown before anything is typed. */
  readonly first: Found;
  readonly isMerch: boolean;
  /** Ids that are already ranked. */
  readonly taken: ReadonlySet<string>;
  readonly onAdd: (creator: RankedCreator) => void;
}

/** Finds creators by a part of the name; all for an empty text. */
export async function findCreators(text: string, isMerch: boolean, signal: AbortSignal): Promise<Found> {
  try {
    const query = { Take: 20, IsMerch: isMerch, ...(isMerch && { hasProducts: true }), ...(text && { Search: text }) };
    const { items } = await call('GET User/List', { query }, { signal });
    return items.map(({ userId, userName, avatar, givenName, surName }) => ({
      userId,
      userName,
      avatar,
      displayName: [givenName, surName].filter(Boolean).join(' ') || userName,
      isBlocked: false,
    }));
  } catch (error) {
    if (!isCallFailure(error)) throw error;
    return { fault: error.message };
  }
}

/** Finds creators to add to the ranking. */
export function RankingSearch({ first, isMerch, taken, onAdd }: RankingSearchProps) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const { answer, search, stop } = useSearch((part, signal) => findCreators(part, isMerch, signal));
  const found = answer?.found ?? first;
  const isList = !('fault' in found);
  const free = isList ? found.filter(({ userId }) => !taken.has(userId)) : [];
  return (
    <section className={classes.search} aria-label={t`Добавить автора`}>
      <SearchField
        label={<Trans>Добавить автора</Trans>}
        placeholder={t`Имя или ник`}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          if (value.trim() === '') stop();
          else void search(value.trim());
        }}
        error={isList ? undefined : found.fault}
      />
      <Stack as="ul" className={classes.found} gap={4}>
        {free.map((creator) => (
          <Row key={creator.userId} as="li" className={classes.ranked} gap={12} rowGap={4} align="center" shrinks>
            <RankedFace creator={creator} />
            <button
              type="button"
              className={classes.act}
              onClick={() => onAdd(creator)}
              aria-label={t`Добавить: ${creator.displayName}`}
            >
              <Trans>Добавить</Trans>
            </button>
          </Row>
        ))}
      </Stack>
      {isList && free.length === 0 && (
        <p className={classes.empty}>
          {text === '' ? <Trans>Все авторы уже закреплены.</Trans> : <Trans>Никого не нашли: проверьте ник.</Trans>}
        </p>
      )}
    </section>
  );
}
