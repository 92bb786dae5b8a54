import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { Text } from '#base/ui/layout/parts.tsx';
import { BeyondLastPage, PageNumbers } from '#base/ui/lists/page-numbers.tsx';
import table from '#base/ui/lists/staff-list.module.css';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { userPage } from './user-loader.ts';
import classes from './user-screen.module.css';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly count: number;
}

interface UserPartProps<Item> {
  readonly title: string;
  /** The query parameter of its page. */
  readonly name: string;
  readonly part: Page<Item> | { readonly fault: string };
  readonly empty: string;
  readonly children: (page: Page<Item>) => ReactNode;
}

/** A list about a user: count, one page, or why it is missing. */
export function UserPart<Item>({ title, name, part, empty, children }: UserPartProps<Item>) {
  const { revalidate } = useRevalidator();
  return (
    <Text className={classes.part} shrinks>
      <h2>
        {title} {'count' in part && part.count > 0 && <span className={table.quiet}>{part.count}</span>}
      </h2>
      {'fault' in part && <ErrorNotice onRetry={() => void revalidate()}>{part.fault}</ErrorNotice>}
      {'count' in part && part.count === 0 && <p className={table.quiet}>{empty}</p>}
      {'count' in part && part.count > 0 && (
        <>
          {part.items.length > 0 ? children(part) : <BeyondLastPage count={part.count} take={userPage} name={name} />}
          <PageNumbers count={part.count} take={userPage} name={name} />
        </>
      )}
    </Text>
  );
}
