import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { cleanText } from '#base/text/clean-text.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { codesIn } from './code-words.ts';
import type { ShownVote } from './vote-shapes.ts';

interface NamedOptionProps {
  /** Those that are open. */
  readonly votes: readonly ShownVote[];
  readonly message: string;
  /** Main units. */
  readonly amount: number;
  readonly currency: string;
}

/** A second line would move what stands below. A style sheet would be one more file that the page names in its scripts. */
const oneLine = {
  display: '-webkit-box',
  order: -1,
  overflow: 'hidden',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 1,
  wordBreak: 'break-all',
} as const;

/** The option whose code word comes first in a message, as the server finds it; null: there is none. */
function namedOption(votes: readonly ShownVote[], message: string) {
  for (const code of codesIn(cleanText(message) ?? '')) {
    for (const { options, price } of votes) {
      const option = options.find((one) => one.code === code);
      if (option !== undefined) return { text: option.text, price };
    }
  }
  return null;
}

/** The line below the message, which describes it; null: it is not there. */
function lineBelowMessage(): HTMLElement | null {
  const field = document.querySelector('textarea[name="message"]');
  return document.getElementById(field?.getAttribute('aria-describedby') ?? '');
}

/** For what the written message counts, in the line below it, where the length of the message always stands. */
export function NamedOption({ votes, message, amount, currency }: NamedOptionProps) {
  const sumText = useSumText(currency);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(lineBelowMessage()), []);
  const named = namedOption(votes, message);
  if (place === null || named === null) return null;
  const { text } = named;
  const price = sumText(named.price);
  const line =
    amount < named.price ? (
      <Trans>
        Голос за «{text}» стоит {price}
      </Trans>
    ) : (
      <Trans>Голос за «{text}»</Trans>
    );
  return createPortal(<span style={oneLine}>{line}</span>, place);
}
