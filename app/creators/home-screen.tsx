export { default } from '../shell/coming-screen.tsx';
