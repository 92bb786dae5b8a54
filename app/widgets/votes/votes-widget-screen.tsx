import { VotesWidget } from './votes-widget.tsx';

export default function VotesScreen() {
  return <VotesWidget />;
}
