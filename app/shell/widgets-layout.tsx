import { Outlet } from 'react-router';

export default function WidgetsLayout() {
  return <Outlet />;
}
