/** The element of a widget's document that the widget lives in. */
export const widgetRootId = 'widget';
