declare global {
  interface Window {
    /** Reloads the page if that may help: once, and only while the server answers. Answers whether it does. */
    reloadOnce?: () => Promise<boolean>;
  }
}

/**
 * Reloads a page once whose code has gone with a release, and goes on to the view that was loading then, for which React Router reloads the
 * page itself; stands in the page as an inline script. Where storage is forbidden the navigation's type prevents a second reload.
 */
export const freshPageScript = `(()=>{
const isReload=performance.getEntriesByType('navigation')[0]?.type==='reload';
let stored;try{stored=sessionStorage}catch{}
const store=(key,text)=>{try{stored.setItem(key,text)}catch{}};
const isVain=()=>isReload&&performance.now()<60000||Date.now()-stored?.getItem('opora.reloaded')<600000;
const isServed=()=>fetch(location.href,{method:'HEAD'}).then(({status})=>status<500,()=>false);
window.reloadOnce=async()=>{if(isVain()||!await isServed())return false;
store('opora.reloaded',Date.now());window.storePress?.();location.reload();return true};
addEventListener('error',({target})=>{if(target.type==='module')reloadOnce()},true);
addEventListener('pagehide',()=>{const to=window.__reactRouterDataRouter?.state.navigation.location;
if(to)store('opora.going',JSON.stringify([location.origin+to.pathname+to.search+to.hash,Date.now()]))});
const [to,at]=JSON.parse(stored?.getItem('opora.going')??'[]');stored?.removeItem('opora.going');
if(isReload&&to!==location.href&&Date.now()-at<30000)location.replace(to)})()`;

/**
 * Loads a part of the code that the screen needs. After a release the files of the page before it are gone: then the page is reloaded,
 * once, and what it stores brings back what was typed and opens what was pressed. Otherwise the part's own failure is thrown. While a form has
 * unsaved text the page stays as it is, without the part: a reload or an error in its place would lose the text.
 */
export function bring<Part>(load: () => Promise<Part>): Promise<Part> {
  return load().catch(async (error: unknown) => {
    const page = globalThis.window;
    const isUnsaved = page?.dispatchEvent(new Event('beforeunload', { cancelable: true })) === false;
    if (!isUnsaved && !(await page?.reloadOnce?.())) throw error;
    return new Promise(() => undefined);
  });
}
