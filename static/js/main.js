// Behaviour of every page, in small modules. All of them listen on the document, so that swapped markup needs no wiring.
import "./ages.js";
import "./composer.js";
import "./confirm.js";
import "./copy.js";
import "./files.js";
import "./frame.js";
import "./here.js";
import "./keys.js";
import "./live.js";
import "./log.js";
import "./map.js";
import "./mentions.js";
import "./palette.js";
import "./plan.js";
import "./refused.js";
import "./suggested.js";
import "./tree.js";
