import { useNonce, usePublicUrl } from '#base/pages/document-context.ts';
import type { User } from '../creators.calls.ts';
import { pictureUrl } from '../picture-url.ts';
import { displayNameOf } from '../public-user.ts';

/** Structured data of the creator for search engines (schema.org). */
export function PersonData({ user }: { user: User }) {
  const origin = usePublicUrl();
  const nonce = useNonce();
  const { insLink, tgLink, fbLink, youtubeLink, twitchLink, twitterLink, webLink } = user;
  const elsewhere = [youtubeLink, twitchLink, tgLink, insLink, twitterLink, fbLink, webLink].filter(
    (link) => link !== null,
  );
  const person = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: `${origin}/${user.userName}`,
    mainEntity: {
      '@type': 'Person',
      name: displayNameOf(user),
      alternateName: user.userName,
      url: `${origin}/${user.userName}`,
      ...(user.about && { description: user.about }),
      ...(user.avatar && { image: `${origin}${pictureUrl(user.avatar, 512)}` }),
      ...(elsewhere.length > 0 && { sameAs: elsewhere }),
    },
  };
  // A tag within the text must not end the script.
  const json = JSON.stringify(person).replaceAll('<', '\\u003c');
  return (
    <script type="application/ld+json" nonce={nonce} suppressHydrationWarning>
      {json}
    </script>
  );
}
