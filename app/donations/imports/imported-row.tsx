import { Trans } from '@lingui/react/macro';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { type ImportSource, sourceNames } from './import-rules.ts';
import classes from './import-screen.module.css';

interface ImportedRowProps {
  readonly donation: {
    readonly source?: ImportSource;
    readonly name: string | null;
    readonly message: string | null;
    readonly amount: number;
    readonly currency: string | null;
    readonly givenAt: string;
  };
  readonly currency: string;
}

/** A donation of another service, in its own currency. */
export function ImportedRow({ donation, currency: home }: ImportedRowProps) {
  const momentText = useMomentText();
  const { source, name, message, amount, currency, givenAt } = donation;
  return (
    <li>
      <Stack className={classes.what} gap={2} shrinks>
        <b>{name ?? <Trans>Аноним</Trans>}</b>
        {source !== undefined && <span>{sourceNames[source]}</span>}
        <time dateTime={givenAt}>{momentText(givenAt)}</time>
      </Stack>
      <Sum amount={amount} currency={currency ?? home} />
      {message !== null && <blockquote className={classes.message}>{message}</blockquote>}
    </li>
  );
}
