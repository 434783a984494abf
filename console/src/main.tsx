import { render } from 'preact';
import './styles/base.css';
import './styles/frame.css';
import './styles/parts.css';
import './styles/screens.css';
import { App } from './frame/app.js';
import { watchAddress } from './frame/router.js';

watchAddress();
render(<App />, document.body);
