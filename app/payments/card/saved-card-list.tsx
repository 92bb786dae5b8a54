import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { masked } from '#base/text/masked-text.ts';
import icon from '#base/ui/page/icon-button.module.css';
import { cardSystemOf } from '../card-number.ts';
import common from '../card-payment.module.css';
import { expiryMask } from './card-expiry.ts';
import classes from './saved-cards.module.css';
import { type SavedCard, savedCards, withoutCard } from './saved-cards.ts';
import { SystemMark } from './system-mark.tsx';

interface SavedCardListProps {
  readonly cards: readonly SavedCard[];
  /** The token of the chosen card, or `new`. */
  readonly chosen: string;
  readonly onChoose: (choice: string) => void;
}

const undoMilliseconds = 8_000;

/** The saved cards to choose from; a removal can be undone for a while. */
export function SavedCardList({ cards, chosen, onChoose }: SavedCardListProps) {
  const { t } = useLingui();
  const name = useId();
  const [removed, setRemoved] = useState<readonly SavedCard[] | null>(null);

  useEffect(() => {
    if (removed === null) return;
    const timer = setTimeout(() => setRemoved(null), undoMilliseconds);
    return () => clearTimeout(timer);
  }, [removed]);

  function remove(token: string) {
    setRemoved(savedCards.read());
    savedCards.write(withoutCard(savedCards.read(), token));
  }

  if (cards.length === 0 && removed === null) return null;
  return (
    <div className={classes.saved}>
      {cards.map((card) => {
        const { token } = card.data;
        const ending = card.pan.slice(-4);
        return (
          <div key={token} className={classes.savedRow}>
            <label className={classes.savedCard}>
              <input type="radio" name={name} checked={chosen === token} onChange={() => onChoose(token)} />
              <SystemMark system={cardSystemOf(card.pan)} />
              <span className={classes.pan}>•••• {ending}</span>
              <span className={classes.expiry}>{masked(card.expire, expiryMask)}</span>
            </label>
            <button
              type="button"
              className={icon.button}
              data-quiet
              aria-label={t`Забыть карту ${ending}`}
              onClick={() => remove(token)}
            >
              <IconTrash size={18} aria-hidden />
            </button>
          </div>
        );
      })}
      {cards.length > 0 && (
        <label className={classes.savedCard}>
          <input type="radio" name={name} checked={chosen === 'new'} onChange={() => onChoose('new')} />
          <IconPlus size={20} aria-hidden />
          <span>
            <Trans>Другая карта</Trans>
          </span>
        </label>
      )}
      <p className={classes.undo} role="status">
        {removed !== null && (
          <>
            <Trans>Карта забыта.</Trans>{' '}
            <button
              type="button"
              className={common.link}
              onClick={() => {
                savedCards.write(removed);
                setRemoved(null);
              }}
            >
              <Trans>Вернуть</Trans>
            </button>
          </>
        )}
      </p>
    </div>
  );
}
