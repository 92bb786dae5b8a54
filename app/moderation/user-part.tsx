import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { ErrorNotice } from '#base/ui/error-notice.tsx';
import { PageNumbers } from '#base/ui/page-numbers.tsx';
import table from '#base/ui/staff-list.module.css';
import { userPage } from './user-loader.ts';
import classes from './user-screen.module.css';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly count: number;
}

interface UserPartProps<Item> {
  readonly title: string;
  /** The parameter of the address that holds its page. */
  readonly name: string;
  readonly part: Page<Item> | { readonly fault: string };
  readonly empty: string;
  readonly children: (page: Page<Item>) => ReactNode;
}

/** One list about a person: how many there are, a page of them, or why it is not there. */
export function UserPart<Item>({ title, name, part, empty, children }: UserPartProps<Item>) {
  const { revalidate } = useRevalidator();
  return (
    <section className={classes.part} aria-label={title}>
      <h2>
        {title} {'count' in part && part.count > 0 && <span className={table.quiet}>{part.count}</span>}
      </h2>
      {'fault' in part && <ErrorNotice onRetry={() => void revalidate()}>{part.fault}</ErrorNotice>}
      {'count' in part && part.count === 0 && <p className={table.quiet}>{empty}</p>}
      {'count' in part && part.count > 0 && (
        <>
          {children(part)}
          <PageNumbers count={part.count} take={userPage} name={name} />
        </>
      )}
    </section>
  );
}
