import { useEffect, useState } from 'react';

const ours = /^(ru|uz|en|tr|kk)\b/i;

function read() {
  return (globalThis.speechSynthesis?.getVoices() ?? [])
    .filter(({ lang }) => ours.test(lang))
    .map(({ name, lang }) => ({ value: name, label: `${name} · ${lang}` }));
}

/** The voices of this browser in the site's languages. The browser loads them only when first asked. */
export function useVoices(): readonly { readonly value: string; readonly label: string }[] {
  const [voices, setVoices] = useState(read);
  useEffect(() => {
    const speech = globalThis.speechSynthesis;
    if (speech === undefined) return;
    const listen = () => setVoices(read());
    speech.addEventListener('voiceschanged', listen);
    return () => speech.removeEventListener('voiceschanged', listen);
  }, []);
  return voices;
}
