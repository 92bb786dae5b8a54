import { Plural, Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import type { donationsCalls } from '../donations.calls.ts';

type Given = CallAnswer<typeof donationsCalls.success>;
type GivenSuggestion = Extract<Given['choices'][number], { readonly suggestion?: unknown }>;

interface SuggestionLineProps {
  readonly payId: string;
  readonly given: GivenSuggestion;
  /** What the donation has decided by now. */
  readonly onRead: (now: Given) => void;
}

const readAgain = 10_000;

/** What has become of the option that the donor has suggested: asked again as long as it waits. */
export default function SuggestionLine({ payId, given, onRead }: SuggestionLineProps): ReactNode {
  const isWaiting = 'state' in given && given.state === 'waiting';

  useEffect(() => {
    if (!isWaiting) return;
    const leaving = new AbortController();
    const readNow = async () => {
      const now = await call('GET ProjectPay/Success', { query: { payId } }, { signal: leaving.signal }).catch(
        () => null,
      );
      if (now !== null && !leaving.signal.aborted) onRead(now);
    };
    const timer = setInterval(() => document.hidden || void readNow(), readAgain);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [payId, isWaiting, onRead]);

  return (
    <span role="status">
      <SuggestionWords given={given} />
    </span>
  );
}

function SuggestionWords({ given }: Pick<SuggestionLineProps, 'given'>) {
  const { question } = given;
  if ('state' in given) {
    if (given.state === 'declined') return <Trans>{question} Ваш вариант отклонён: донат остаётся поддержкой.</Trans>;
    if (given.state === 'waiting') {
      return <Trans>{question} Ваш вариант ждёт проверки: автор решит, добавить ли его.</Trans>;
    }
    return (
      <Trans>
        Голосование «{question}» закончилось раньше, чем автор проверил ваш вариант: голос не засчитан, а донат автор
        получит.
      </Trans>
    );
  }
  const { option, votes, isCounted } = given;
  if (!isCounted) {
    return (
      <Trans>
        Голосование «{question}» закончилось раньше, чем прошла оплата: голос не засчитан, а донат автор получит.
      </Trans>
    );
  }
  return (
    <Trans>
      Ваш вариант принят. {question} <b>{option}</b>:{' '}
      <Plural value={votes} one="# голос" few="# голоса" many="# голосов" other="# голоса" />
    </Trans>
  );
}
