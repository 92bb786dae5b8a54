import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { Field } from '#base/ui/fields/field.tsx';
import classes from './admin-ranking-screen.module.css';
import type { RankedCreator } from './ranked-creator.ts';
import { RankedFace } from './ranked-row.tsx';

interface RankingSearchProps {
  readonly isMerch: boolean;
  /** Ids that are already ranked. */
  readonly taken: ReadonlySet<string>;
  readonly onAdd: (creator: RankedCreator) => void;
}

type Found = readonly RankedCreator[] | { readonly fault: string } | null;

const typingPause = 250;

async function find(text: string, isMerch: boolean): Promise<Found> {
  try {
    const query = { Take: 20, IsMerch: isMerch, ...(isMerch && { hasProducts: true }), ...(text && { Search: text }) };
    const { items } = await call('GET User/List', { query });
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
export function RankingSearch({ isMerch, taken, onAdd }: RankingSearchProps) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found>(null);

  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(
      async () => {
        const answer = await find(text.trim(), isMerch);
        if (!isOver) setFound(answer);
      },
      text === '' ? 0 : typingPause,
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text, isMerch]);

  const isList = found !== null && !('fault' in found);
  const free = isList ? found.filter(({ userId }) => !taken.has(userId)) : [];
  return (
    <section className={classes.search} aria-label={t`Добавить автора`}>
      <Field
        label={<Trans>Добавить автора</Trans>}
        type="search"
        placeholder={t`Имя или ник`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={found !== null && 'fault' in found ? found.fault : undefined}
      />
      <ul className={classes.found} aria-busy={found === null}>
        {free.map((creator) => (
          <li key={creator.userId} className={classes.row}>
            <RankedFace creator={creator} />
            <button
              type="button"
              className={classes.act}
              onClick={() => onAdd(creator)}
              aria-label={t`Добавить: ${creator.displayName}`}
            >
              <Trans>Добавить</Trans>
            </button>
          </li>
        ))}
      </ul>
      {isList && free.length === 0 && (
        <p className={classes.empty}>
          {text === '' ? <Trans>Все авторы уже закреплены.</Trans> : <Trans>Никого не нашли: проверьте ник.</Trans>}
        </p>
      )}
    </section>
  );
}
