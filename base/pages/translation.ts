declare global {
  interface Window {
    /** Puts all texts back that a translator has replaced, as React expects them before hydration; answers whether there were any. */
    putTextsBack?: () => boolean;
  }
}

/**
 * Lets React render a page that the browser translates; stands in the page as an inline script. A translator replaces a text by a `font`
 * element. React still changes and removes its own text: then that is put back first, and the translator translates it anew.
 */
export const translationScript = `(()=>{
const texts=new WeakMap,fonts=new WeakMap,{removeChild,insertBefore}=Node.prototype;
const putBack=(text)=>{const font=fonts.get(text);if(font?.isConnected)font.replaceWith(text)};
const note=(records)=>{for(const {type,target,addedNodes,removedNodes,previousSibling,nextSibling} of records){
if(type==='characterData')putBack(target);
else for(const text of removedNodes)if(text.nodeType===3&&!text.isConnected){
const font=[...addedNodes,previousSibling,nextSibling].find((node)=>node?.localName==='font');
if(font){if(!texts.has(font))texts.set(font,text);fonts.set(text,font);observer.observe(text,{characterData:true})}}}};
const observer=new MutationObserver(note);
observer.observe(document,{childList:true,subtree:true});
const standIn=(parent,node)=>{
if(node.parentNode!==parent){note(observer.takeRecords());putBack(node)}
while(node&&node.parentNode!==parent)node=node.parentNode;
return node};
Node.prototype.removeChild=function(node){const found=standIn(this,node);if(found)removeChild.call(this,found);return node};
Node.prototype.insertBefore=function(node,next){return insertBefore.call(this,node,next&&standIn(this,next))};
window.putTextsBack=()=>{note(observer.takeRecords());const found=[...document.querySelectorAll('font')].filter((font)=>texts.has(font));
for(const font of found)font.replaceWith(texts.get(font));return found.length>0}})()`;
