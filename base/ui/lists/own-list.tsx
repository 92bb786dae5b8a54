import { Trans } from '@lingui/react/macro';
import { type ReactElement, type ReactNode, useState } from 'react';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { OverNotice } from '#base/ui/page/over-notice.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { BeyondLastPage, PageNumbers } from './page-numbers.tsx';

interface OwnListProps {
  readonly title: string;
  /** Links to what belongs to it, below the title. */
  readonly views?: ReactNode;
  /** Each thing of the page. */
  readonly shown: readonly ReactElement[];
  /** Things on all pages. */
  readonly count: number;
  /** On a page. */
  readonly take: number;
  /** The list could not be read again. */
  readonly isLost: boolean;
  /** The words on the button that adds one. */
  readonly add: ReactNode;
  /** Stands in place of that button where none can be added now. */
  readonly instead?: ReactNode;
  readonly form: (onClose: () => void) => ReactNode;
  /** The title of the empty list. */
  readonly none: ReactNode;
  /** What is said below it. */
  readonly children: ReactNode;
}

/** A creator's list of what is watched and ended during a stream, with the form that adds to it above. */
export function OwnList({
  title,
  views,
  shown,
  count,
  take,
  isLost,
  add,
  instead,
  form,
  none,
  children,
}: OwnListProps) {
  const [isAdding, setAdding] = useState(false);
  const button = <ActionButton onClick={() => setAdding(true)}>{add}</ActionButton>;
  return (
    <>
      <PageHead title={title} noIndex />
      <PageTitle>{title}</PageTitle>
      <OverNotice>{isLost && <Trans>Нет связи. Счёт обновится, как только она появится.</Trans>}</OverNotice>
      <Stack gap={20} fit>
        {views}
        {count === 0 && !isAdding && (
          <EmptyState title={none} action={button}>
            {children}
          </EmptyState>
        )}
        {isAdding && form(() => setAdding(false))}
        {count > 0 && !isAdding && instead !== null && <div>{instead ?? button}</div>}
        {shown}
        {shown.length === 0 && count > 0 && <BeyondLastPage count={count} take={take} />}
        <PageNumbers count={count} take={take} />
      </Stack>
    </>
  );
}
