import { Plural, Trans } from '@lingui/react/macro';
import type { CallAnswer } from '#base/calls/call.ts';
import { BeyondLastPage, PageNumbers } from '#base/ui/lists/page-numbers.tsx';
import { Section } from '#base/ui/panel/section.tsx';
import classes from './import-screen.module.css';
import { ImportedRow } from './imported-row.tsx';
import type { importsCalls } from './imports.calls.ts';

interface ImportedDonationsProps {
  readonly donations: CallAnswer<typeof importsCalls.imported>;
  readonly currency: string;
  readonly take: number;
}

/** A page of the imported donations. */
export function ImportedDonations({ donations: { items, count }, currency, take }: ImportedDonationsProps) {
  return (
    <Section title={<Trans>История</Trans>}>
      <p>
        <Plural value={count} one="# донат" few="# доната" many="# донатов" other="# доната" />
      </p>
      {items.length === 0 ? (
        <BeyondLastPage count={count} take={take} />
      ) : (
        <ul className={classes.list}>
          {items.map((donation) => (
            <ImportedRow key={donation.id} donation={donation} currency={currency} />
          ))}
        </ul>
      )}
      <PageNumbers count={count} take={take} />
    </Section>
  );
}
