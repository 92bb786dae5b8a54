import { DrawsWidget } from './draws-widget.tsx';

export default function DrawsScreen() {
  return <DrawsWidget />;
}
