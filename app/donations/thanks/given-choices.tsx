import { Plural, Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import classes from './thanks-screen.module.css';

const read = (payId: string, signal: AbortSignal) => call('GET ProjectPay/Success', { query: { payId } }, { signal });

type Choices = Awaited<ReturnType<typeof read>>['choices'];
type GivenVote = Extract<Choices[number], { readonly voteId: string }>;
type GivenTarget = Extract<Choices[number], { readonly targetId: string }>;

interface GivenChoicesProps {
  readonly donation: {
    readonly payId: string;
    /** When the page was loaded. */
    readonly status: string;
    readonly choices: Choices;
  };
}

/** What a paid donation has chosen. What was not paid when the page was loaded is read again: only the payment has decided what counts. */
export function GivenChoices({ donation: { payId, status, choices: loaded } }: GivenChoicesProps): ReactNode {
  const isKnown = status === 'Paid';
  const [choices, setChoices] = useState(isKnown ? loaded : null);

  useEffect(() => {
    if (isKnown) return;
    const leaving = new AbortController();
    read(payId, leaving.signal)
      .then((now) => leaving.signal.aborted || setChoices(now.choices))
      // The thanks are complete without it.
      .catch(() => leaving.signal.aborted || setChoices([]));
    return () => leaving.abort();
  }, [payId, isKnown]);

  // Until they are known, their place is that of lines that count.
  const shown = choices ?? loaded.map((choice) => ({ ...choice, isCounted: true }));
  return shown.map((choice) => (
    <p
      key={'voteId' in choice ? choice.voteId : choice.targetId}
      className={classes.lead}
      style={choices === null ? { visibility: 'hidden' } : undefined}
    >
      {'voteId' in choice ? <VoteLine given={choice} /> : <TargetLine given={choice} />}
    </p>
  ));
}

function VoteLine({ given: { question, option, votes, isCounted } }: { readonly given: GivenVote }) {
  return isCounted ? (
    <Trans>
      {question} <b>{option}</b>:{' '}
      <Plural value={votes} one="# голос" few="# голоса" many="# голосов" other="# голоса" />
    </Trans>
  ) : (
    <Trans>
      Голосование «{question}» закончилось раньше, чем прошла оплата: голос не засчитан, а донат автор получит.
    </Trans>
  );
}

function TargetLine({ given: { target, isCounted } }: { readonly given: GivenTarget }) {
  return isCounted ? (
    <Trans>Рубеж «{target}»: ваш донат засчитан</Trans>
  ) : (
    <Trans>Рубеж «{target}» закрыли раньше, чем прошла оплата: донат в него не засчитан, но автор его получит.</Trans>
  );
}
