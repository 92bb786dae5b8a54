declare global {
  interface Window {
    /** Presses again what was pressed before the page was loaded anew. */
    pressAgain?: () => void;
  }
}

/**
 * Remembers which button was pressed last, for a page whose code has gone with a release: `storePress` stores the press before the page is
 * loaded anew, and `pressAgain` repeats it as soon as the button is there, unless the visitor presses something before. Only buttons that
 * open something count: they do nothing twice. Stands in the page as an inline script.
 */
export const pressAgainScript = `(()=>{
let stored,pressed,stop=()=>{};try{stored=sessionStorage}catch{}
const nameOf=(button)=>button.ariaLabel??button.textContent;
const named=(name)=>[...document.querySelectorAll('button[aria-haspopup=dialog],button[aria-expanded]')].filter((one)=>nameOf(one)===name);
addEventListener('click',({target,isTrusted})=>{pressed=target.closest?.('button');if(isTrusted)stop()},true);
window.storePress=()=>{const place=pressed?named(nameOf(pressed)).indexOf(pressed):-1;
try{if(place>=0)stored.setItem('opora.pressed',JSON.stringify([nameOf(pressed),place,location.href,Date.now()]))}catch{}};
const [name,place,page,at]=JSON.parse(stored?.getItem('opora.pressed')??'[]');stored?.removeItem('opora.pressed');
window.pressAgain=()=>{if(page!==location.href||Date.now()-at>30000)return;
const open=()=>{const button=named(name)[place];if(!button)return;
stop();button.focus({preventScroll:true});if(button.ariaExpanded!=='true')button.click()};
const changes=new MutationObserver(open);stop=()=>changes.disconnect();
changes.observe(document,{childList:true,subtree:true});setTimeout(stop,30000);open()}})()`;
