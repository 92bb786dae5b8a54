import { StickerWidget } from './sticker-widget.tsx';

export default function StickerScreen() {
  return <StickerWidget />;
}
