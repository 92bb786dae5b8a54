/** The root element of a widget's document. */
export const widgetRootId = 'widget';
