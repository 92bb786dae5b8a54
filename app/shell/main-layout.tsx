import { Outlet } from 'react-router';
import { LateErrorView } from './late-error.tsx';
import { MainFrame } from './main-frame.tsx';

/** The layout of everything that visitors see. */
export default function MainLayout() {
  return (
    <MainFrame>
      <Outlet />
    </MainFrame>
  );
}

/** A failure in a screen leaves header and footer in their place. */
export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <MainFrame>
      <LateErrorView error={error} />
    </MainFrame>
  );
}
