import { Outlet } from 'react-router';
import { ErrorView } from './error-screen.tsx';
import { MainFrame } from './main-frame.tsx';

/** The tools of moderators and admins. */
export default function AdminLayout() {
  return (
    <MainFrame>
      <Outlet />
    </MainFrame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <MainFrame>
      <ErrorView error={error} />
    </MainFrame>
  );
}
