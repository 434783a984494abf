import { render } from 'preact';
import './styles/base.css';
import './styles/frame.css';
import './styles/parts.css';
import './styles/screens.css';
import { watchSession } from './api/session.js';
import { App } from './frame/app.js';
import { keepFocus } from './frame/focus.js';
import { watchAddress } from './frame/router.js';

watchAddress();
watchSession();
keepFocus();
render(<App />, document.body);
