import { Plural, Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import classes from './thanks-screen.module.css';

const read = (payId: string, signal: AbortSignal) => call('GET ProjectPay/Success', { query: { payId } }, { signal });

type Choices = Awaited<ReturnType<typeof read>>['choices'];
type GivenVote = Extract<Choices[number], { readonly voteId: string }>;
type GivenTarget = Extract<Choices[number], { readonly targetId: string }>;

interface GivenChoicesProps {
  readonly payId: string;
  /** As far as they are known to count; null: not yet. */
  readonly known: Choices | null;
  /** Their place until they are known. */
  readonly children: ReactNode;
}

/** What a paid donation has chosen, read again now that it is paid. */
export default function GivenChoices({ payId, known, children }: GivenChoicesProps): ReactNode {
  const [choices, setChoices] = useState(known);

  useEffect(() => {
    const leaving = new AbortController();
    read(payId, leaving.signal)
      .then((now) => leaving.signal.aborted || setChoices(now.choices))
      // The thanks are complete without it.
      .catch(() => leaving.signal.aborted || setChoices((before) => before ?? []));
    return () => leaving.abort();
  }, [payId]);

  if (choices === null) return children;
  return choices.map((choice) => (
    <p key={'voteId' in choice ? choice.voteId : choice.targetId} className={classes.lead}>
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
