import { Outlet } from 'react-router';
import { MainFrame } from '../frame/main-frame.tsx';
import { LateErrorView } from '../late-error.tsx';

/** The layout of all public and signed-in screens. */
export default function MainLayout() {
  return (
    <MainFrame>
      <Outlet />
    </MainFrame>
  );
}

/** A failure in a screen leaves header and footer in place. */
export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <MainFrame>
      <LateErrorView error={error} />
    </MainFrame>
  );
}
