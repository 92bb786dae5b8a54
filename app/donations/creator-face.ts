import { ikatColour, initialOf } from '#app/ikat/ikat.ts';
import { pictureUrl } from '../creators/picture-url.ts';

/** What a creator's face is drawn of: his picture, or his initial on his own ikat colour. */
export function faceOf({
  userName,
  displayName,
  avatar,
}: {
  userName: string;
  displayName: string;
  avatar: string | null;
}) {
  const { ground, ink } = ikatColour(userName);
  return { picture: avatar === null ? null : pictureUrl(avatar, 128), initial: initialOf(displayName), ground, ink };
}
