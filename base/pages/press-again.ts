declare global {
  interface Window {
    /** Presses again what was pressed before the page was loaded anew. */
    pressAgain?: () => void;
  }
}

/**
 * Remembers which button was pressed last, for a page whose code has gone with a release: `storePress` stores a press of the last ten seconds
 * before the page is loaded anew, and `pressAgain` repeats it as soon as the button is there, unless the visitor does something before. Only
 * buttons that open something count, and only presses that have opened it. Stands in the page as an inline script.
 */
export const pressAgainScript = `(()=>{
let stored,pressed=null,stop=()=>{};try{stored=sessionStorage}catch{}
const nameOf=(button)=>button.ariaLabel??button.textContent;
const named=(name)=>[...document.querySelectorAll('button[aria-haspopup=dialog],button[aria-expanded]')].filter((one)=>nameOf(one)===name);
for(const act of ['pointerdown','keydown','input'])addEventListener(act,({isTrusted})=>{if(isTrusted)stop()},true);
addEventListener('click',({target})=>{const button=target.closest?.('button'),name=button&&nameOf(button),place=button?named(name).indexOf(button):-1;
pressed=place<0||button.ariaExpanded==='true'?null:[name,place,location.href,Date.now()]},true);
window.storePress=()=>{try{if(pressed&&Date.now()-pressed[3]<10000)stored.setItem('opora.pressed',JSON.stringify(pressed))}catch{}};
const [name,place,page,at]=JSON.parse(stored?.getItem('opora.pressed')??'[]');stored?.removeItem('opora.pressed');
window.pressAgain=()=>{if(page!==location.href||Date.now()-at>40000)return;
const open=()=>{const button=named(name)[place];if(!button)return;
stop();button.focus({preventScroll:true});if(button.ariaExpanded!=='true')button.click()};
let frame=0;const changes=new MutationObserver(()=>{cancelAnimationFrame(frame);frame=requestAnimationFrame(open)});
stop=()=>{changes.disconnect();cancelAnimationFrame(frame)};
changes.observe(document,{childList:true,subtree:true});setTimeout(stop,10000);open()}})()`;
