import { pageContext } from '#base/page-context.ts';
import type { Route } from './+types/notification-screen';
import { NotificationWidget } from './notification-widget.tsx';

/** The address holds a key: the page is kept nowhere. */
export function loader({ context }: Route.LoaderArgs) {
  context.get(pageContext).noStore();
  return null;
}

export default function NotificationScreen() {
  return <NotificationWidget />;
}
