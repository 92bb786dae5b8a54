import { Plural, Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import classes from './thanks-screen.module.css';

const read = (payId: string, signal: AbortSignal) => call('GET ProjectPay/Success', { query: { payId } }, { signal });

type Choices = Awaited<ReturnType<typeof read>>['choices'];

interface GivenVoteProps {
  readonly payId: string;
  /** As far as they are known to count; null: not yet. */
  readonly known: Choices | null;
}

/** What a paid donation has chosen, read again now that it is paid. */
export default function GivenVote({ payId, known }: GivenVoteProps): ReactNode {
  const [choices, setChoices] = useState(known);

  useEffect(() => {
    const leaving = new AbortController();
    read(payId, leaving.signal)
      .then((now) => leaving.signal.aborted || setChoices(now.choices))
      // The thanks are complete without it.
      .catch(() => leaving.signal.aborted || setChoices((before) => before ?? []));
    return () => leaving.abort();
  }, [payId]);

  // The place of a line that is about to come.
  if (choices === null) return <p className={classes.lead}>&nbsp;</p>;
  return choices.map(({ question, option, votes, isCounted }) => (
    <p key={question} className={classes.lead}>
      {isCounted ? (
        <Trans>
          {question} <b>{option}</b>:{' '}
          <Plural value={votes} one="# голос" few="# голоса" many="# голосов" other="# голоса" />
        </Trans>
      ) : (
        <Trans>
          Голосование «{question}» закончилось раньше, чем прошла оплата: голос не засчитан, а донат автор получит.
        </Trans>
      )}
    </p>
  ));
}
