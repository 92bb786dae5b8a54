import { NotificationWidget } from './notification-widget.tsx';

export default function NotificationScreen() {
  return <NotificationWidget />;
}
