const loadMilliseconds = 2_500;

/** Loads what the server's voice says; null where it cannot be had within 2.5 s: the alert does not wait for it. */
export async function loadSpeech(name: string): Promise<AudioBuffer | null> {
  try {
    const answer = await fetch(`/api/Widget/Speech?name=${encodeURIComponent(name)}`, {
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(loadMilliseconds),
    });
    if (!answer.ok) return null;
    return await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(await answer.arrayBuffer());
  } catch {
    return null;
  }
}
