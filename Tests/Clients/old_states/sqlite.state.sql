BEGIN TRANSACTION;
CREATE TABLE "access_tokens" (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
name TEXT NOT NULL UNIQUE,
hash BLOB NOT NULL UNIQUE,
grant_id INTEGER REFERENCES authorization_grants (id) ON DELETE CASCADE,
application_id INTEGER NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
organization_id INTEGER NOT NULL REFERENCES organizations (id),
user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
scope TEXT NOT NULL,
resource TEXT NOT NULL,
grant_type TEXT NOT NULL,
created_at INTEGER NOT NULL,
expires_at INTEGER NOT NULL,
revoked_at INTEGER) STRICT;
INSERT INTO "access_tokens" VALUES(1,'265aee1c1243dfd9732ffe74481a549d',X'BBA1F440F747F3FE1E4B9DF7A0FD9D7741A058FF8752B0E907032144AF9B3349',NULL,1,1,NULL,'read:application','http://127.0.0.1:39649/api/mcp','client_credentials',1795446998000000,1795450598000000,NULL);
CREATE TABLE "api_keys" (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
organization_id INTEGER NOT NULL REFERENCES organizations (id),
user_id INTEGER NOT NULL REFERENCES users (id),
workspace_id INTEGER REFERENCES workspaces (id) ON DELETE CASCADE,
role TEXT,
name TEXT NOT NULL,
scopes TEXT NOT NULL,
hash BLOB NOT NULL UNIQUE,
prefix TEXT NOT NULL,
created_at INTEGER NOT NULL,
expires_at INTEGER,
last_used_at INTEGER,
revoked_at INTEGER, grant_id INTEGER REFERENCES authorization_grants (id) ON DELETE CASCADE) STRICT;
INSERT INTO "api_keys" VALUES(1,1,1,NULL,NULL,'command line','ask read:application read:audit read:collection read:organization read:permission read:provider read:record read:role read:rule read:source read:token read:user read:workflow run:sql write:application write:collection write:organization write:permission write:provider write:record write:role write:rule write:source write:token write:user write:workflow',X'4A240E1B1D2062B2C46DA78D6450DDEF2160667C87BD46EF8681DD833C099720','gths_-qpY',1795446997917479,NULL,1795446998101157,NULL,NULL);
INSERT INTO "api_keys" VALUES(2,1,2,NULL,NULL,'command line','ask read:application read:audit read:collection read:organization read:permission read:provider read:record read:role read:rule read:source read:token read:user read:workflow run:sql write:collection write:record write:role write:rule write:source write:token write:workflow',X'D7CEC8AB371A686B6D4D06F43F58F1CC23AB3708148D32CB2460F3B368829B95','gths_ZJhY',1795446997976354,NULL,1795446998134099,NULL,NULL);
CREATE TABLE "applications" (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
organization_id INTEGER NOT NULL REFERENCES organizations (id),
name TEXT NOT NULL,
name_key TEXT NOT NULL UNIQUE,
display_name TEXT NOT NULL,
description TEXT NOT NULL,
logo TEXT NOT NULL,
homepage_url TEXT NOT NULL,
category TEXT NOT NULL,
kind TEXT NOT NULL,
tags TEXT NOT NULL,
client_id TEXT NOT NULL UNIQUE,
secret_hash BLOB,
is_public INTEGER NOT NULL CHECK (is_public IN (0, 1)),
redirect_uris TEXT NOT NULL,
grant_types TEXT NOT NULL,
scopes TEXT NOT NULL,
expire_hours INTEGER NOT NULL CHECK (expire_hours > 0),
refresh_hours INTEGER NOT NULL CHECK (refresh_hours > 0),
ip_allow TEXT,
is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
disables_sign_in INTEGER NOT NULL CHECK (disables_sign_in IN (0, 1)),
source TEXT NOT NULL CHECK (source IN ('registered', 'dynamic', 'document')),
metadata TEXT,
details TEXT NOT NULL,
registration_hash BLOB,
created_at INTEGER NOT NULL,
updated_at INTEGER NOT NULL,
last_used_at INTEGER, workspace_id INTEGER REFERENCES workspaces (id) ON DELETE CASCADE, is_vouched INTEGER NOT NULL DEFAULT 1, secret_expires_at INTEGER, secret_grant_id INTEGER) STRICT;
INSERT INTO "applications" VALUES(1,1,'robot','robot','robot','','','','Default','All','[]','eccd5339daa59b8f80a6',X'64CA84957FAE2CE225F2282130BAA6A1E31F794C0F4DF13B77F3CCD2B16CF7C8',0,'[]','["client_credentials"]','[{"name":"read:application","displayName":"","description":""}]',1,720,NULL,1,0,'registered',NULL,'{}',NULL,1795446997829870,1795446997829870,NULL,NULL,1,NULL,NULL);
CREATE TABLE "attempts" (hash BLOB NOT NULL PRIMARY KEY,
attempts INTEGER NOT NULL,
next_at INTEGER NOT NULL,
last_at INTEGER NOT NULL,
settled_at INTEGER NOT NULL,
ends_at INTEGER NOT NULL) STRICT;
CREATE TABLE "audit" (node TEXT NOT NULL, sequence INTEGER NOT NULL, kind TEXT NOT NULL, call_id TEXT NOT NULL,
time INTEGER NOT NULL, organization TEXT, workspace TEXT, user_name TEXT,
tool TEXT, outcome TEXT, detail TEXT NOT NULL, hash BLOB NOT NULL,
PRIMARY KEY (node, sequence)) STRICT;
INSERT INTO "audit" VALUES('terminal',1,'begin','xgv9fvwzg9cw',1795446997161316,NULL,NULL,NULL,NULL,NULL,'{"by":"xgv9fvwzg9cw"}',X'27B5134F0AEE9BEE7756EB2DCA38ED0437B87115C45C971AF56FE3A73D05F78E');
INSERT INTO "audit" VALUES('terminal',2,'intent','xgv9fvwzg9cw-1',1795446997160629,'built-in','main',NULL,'organization_add',NULL,'{"caller":"terminal","objects":["organization/acme"],"request":"454f24b12038ea43"}',X'ACE7C99253D1D477E366F700A335AFC54D2517B9A93728501237C23B6C9F62B5');
INSERT INTO "audit" VALUES('terminal',3,'outcome','xgv9fvwzg9cw-1',1795446997164027,NULL,NULL,NULL,NULL,'ok','{"decision":"allowed","changed":1,"duration":3399}',X'DAC152A31EFD5A815954A4BDE1055323D24426CF638F97FD982F618F22F7DC70');
INSERT INTO "audit" VALUES('terminal',4,'end','xgv9fvwzg9cw',1795446997165066,NULL,NULL,NULL,NULL,NULL,'{"by":"xgv9fvwzg9cw"}',X'11173AC041800869983F019EB992D533228E61DDBB58EB959A26DC2888C7510A');
INSERT INTO "audit" VALUES('terminal',5,'begin','1hc16k4w7ecp8',1795446997235039,NULL,NULL,NULL,NULL,NULL,'{"by":"1hc16k4w7ecp8"}',X'4E8CFC74860451C89CA2DA65B8D997DC9862FB123E44FAD3E6A7D977D6178017');
INSERT INTO "audit" VALUES('terminal',6,'intent','1hc16k4w7ecp8-1',1795446997234572,'built-in','main',NULL,'user_add',NULL,'{"caller":"terminal","objects":["user/built-in/eve"],"request":"8582958458c17305"}',X'644A19E7137D0A3DBBE7C8DDC88652B0C6F2EDB704B457A586105CA3548F362A');
INSERT INTO "audit" VALUES('terminal',7,'outcome','1hc16k4w7ecp8-1',1795446997320545,NULL,NULL,NULL,NULL,'ok','{"decision":"allowed","changed":1,"duration":85979}',X'7DFF10A85CDAA5C4F5A60FF2BD9348977E3D921F95F552B6734C7EC04BE6088C');
INSERT INTO "audit" VALUES('terminal',8,'end','1hc16k4w7ecp8',1795446997321586,NULL,NULL,NULL,NULL,NULL,'{"by":"1hc16k4w7ecp8"}',X'386ADD1A3D137777407D0B790FDBC89EB3EC2927856EDDAA9B04B838EDEC36B4');
INSERT INTO "audit" VALUES('terminal',9,'begin','v6c9xl7owwb0',1795446997393701,NULL,NULL,NULL,NULL,NULL,'{"by":"v6c9xl7owwb0"}',X'583F24E2C8965F72524E79D4882F6271CC02CC3067BF2A0B9005455C62C64F5D');
INSERT INTO "audit" VALUES('terminal',10,'intent','v6c9xl7owwb0-1',1795446997393250,'built-in','main',NULL,'role_add',NULL,'{"caller":"terminal","objects":["role/built-in/clerks"],"request":"5512757029bd776f"}',X'EA20DAE4FE862C6DCA98E7A6BD20542DEACAE0D237C546EEFD6B9DC507CF05E3');
INSERT INTO "audit" VALUES('terminal',11,'outcome','v6c9xl7owwb0-1',1795446997414195,NULL,NULL,NULL,NULL,'ok','{"decision":"allowed","changed":1,"duration":20950}',X'2F99C3BE55240C30016A02770DFF8A7D1CE0FAEA0E179D378C36FA2F50B7919B');
INSERT INTO "audit" VALUES('terminal',12,'end','v6c9xl7owwb0',1795446997418411,NULL,NULL,NULL,NULL,NULL,'{"by":"v6c9xl7owwb0"}',X'DC2A190DB125C19F1FF52796B3A83B16E9E7FDA4C6846F9A05108BA9168F530F');
INSERT INTO "audit" VALUES('terminal',13,'begin','2dbolb8djhlbe',1795446997490508,NULL,NULL,NULL,NULL,NULL,'{"by":"2dbolb8djhlbe"}',X'4F1C8C7A036C1D474887D36C5308AC3968469B1E4F87E98AE2EC8838C9FC2DEF');
INSERT INTO "audit" VALUES('terminal',14,'intent','2dbolb8djhlbe-1',1795446997489989,'built-in','main',NULL,'members_add',NULL,'{"caller":"terminal","objects":["member/built-in/eve"],"request":"b426f339ff3de028"}',X'FD85C32C60D8BFE92737C27BFA555B020097AE9702554E34958884B475AAE208');
INSERT INTO "audit" VALUES('terminal',15,'outcome','2dbolb8djhlbe-1',1795446997506055,NULL,NULL,NULL,NULL,'ok','{"decision":"allowed","changed":1,"duration":16069}',X'39B6A17340EF2BCFFA174AC0A6833B65E78E448685637ED2DDCF9543F17BCBFB');
INSERT INTO "audit" VALUES('terminal',16,'end','2dbolb8djhlbe',1795446997510419,NULL,NULL,NULL,NULL,NULL,'{"by":"2dbolb8djhlbe"}',X'F32E10E5CB007B31669D7A3D3528BA24C4E3EB8748D96593B50EAF8EC25D5E13');
INSERT INTO "audit" VALUES('terminal',17,'begin','mcd2ulcxw34l',1795446997596970,NULL,NULL,NULL,NULL,NULL,'{"by":"mcd2ulcxw34l"}',X'CC63AF2C7C441A1220CAAD40B3A44FABAFD278DF9E0BBA66AE48D23604C46417');
INSERT INTO "audit" VALUES('terminal',18,'intent','mcd2ulcxw34l-1',1795446997596381,'built-in','main',NULL,'access_rules_set',NULL,'{"caller":"terminal","objects":["main/notes"],"request":"b8d94e6428166f5f"}',X'7F80494CD43872D3763136816549C2E8F519CA243F8218B09511A57832DCC8E1');
INSERT INTO "audit" VALUES('terminal',19,'outcome','mcd2ulcxw34l-1',1795446997634069,NULL,NULL,NULL,NULL,'ok','{"decision":"allowed","changed":1,"duration":37691}',X'D71CDBBD73F1ED6DD77681764DA9FC063CADE2497A1724B99CFC4C590B5C407F');
INSERT INTO "audit" VALUES('terminal',20,'end','mcd2ulcxw34l',1795446997639645,NULL,NULL,NULL,NULL,NULL,'{"by":"mcd2ulcxw34l"}',X'EAEA61F0815DB72E56574F8FF26E8775C8D30BB7F76B7E155DAA54668BF1F819');
INSERT INTO "audit" VALUES('terminal',21,'begin','244n4t7bvbdv',1795446997724994,NULL,NULL,NULL,NULL,NULL,'{"by":"244n4t7bvbdv"}',X'059FF63A80C18FBE8BB4F39A2C713581F136722051809E0EE33663A168C51ABB');
INSERT INTO "audit" VALUES('terminal',22,'intent','244n4t7bvbdv-1',1795446997724426,'built-in','main',NULL,'data_sources_add',NULL,'{"caller":"terminal","objects":["billing"],"request":"a7ffa02a0ec4d31d"}',X'926532465B9BBC05C4C49912863341A0EF1F4BC5D4734E2DD5C7AA9C924458A2');
INSERT INTO "audit" VALUES('terminal',23,'outcome','244n4t7bvbdv-1',1795446997746534,NULL,NULL,NULL,NULL,'ok','{"decision":"allowed","changed":1,"duration":22118}',X'AD7855E8ECCB3CFB9B51BBDE6C4B5C1F951094C5E401FE239C946D6770FF2383');
INSERT INTO "audit" VALUES('terminal',24,'end','244n4t7bvbdv',1795446997750094,NULL,NULL,NULL,NULL,NULL,'{"by":"244n4t7bvbdv"}',X'2A277DB5DF02BFCD31ED1BDB3989D7335A372ACE9DF6C9D75B591455009D44B2');
INSERT INTO "audit" VALUES('terminal',25,'begin','r9eidpwxts55',1795446997827910,NULL,NULL,NULL,NULL,NULL,'{"by":"r9eidpwxts55"}',X'602AF6A2C1C6C515FE0624876630FDF900E8EF2FA43225372E7ADFE5C56027CF');
INSERT INTO "audit" VALUES('terminal',26,'intent','r9eidpwxts55-1',1795446997827449,'built-in','main',NULL,'application_add',NULL,'{"caller":"terminal","objects":["application/built-in/robot"],"request":"e14a7cecdf5ec609"}',X'1EEBBA0EA5A86B2DC9DE2962CD11ED40EA7BCB32054E5B6C66C3E466D9544AE1');
INSERT INTO "audit" VALUES('terminal',27,'outcome','r9eidpwxts55-1',1795446997837907,NULL,NULL,NULL,NULL,'ok','{"decision":"allowed","changed":1,"duration":10457}',X'562B920488F5A9A23FAAA0B1B7140D2343A8C78CBBC24EB85FBA01EF7A8FF91F');
INSERT INTO "audit" VALUES('terminal',28,'end','r9eidpwxts55',1795446997842429,NULL,NULL,NULL,NULL,NULL,'{"by":"r9eidpwxts55"}',X'9A5A83CBA0B382C0EF6976CA1A3C8DD887B4E1EF526CCFF8875703BC2FC8BAD7');
INSERT INTO "audit" VALUES('terminal',29,'begin','13lv0ayraut9m',1795446997915365,NULL,NULL,NULL,NULL,NULL,'{"by":"13lv0ayraut9m"}',X'CC8E586F535F478D628E6BB169C553660E93F4064E1F9A436D4D88CFDD078E36');
INSERT INTO "audit" VALUES('terminal',30,'intent','13lv0ayraut9m-1',1795446997914827,'built-in','main',NULL,'api_keys_create',NULL,'{"caller":"terminal","objects":["user/built-in/admin"],"request":"ab5284622b8ebd2e"}',X'2D80DF5162328A060B153A4EA25311599C8A6662A4090372E668B7B2B37FB6ED');
INSERT INTO "audit" VALUES('terminal',31,'outcome','13lv0ayraut9m-1',1795446997918860,NULL,NULL,NULL,NULL,'ok','{"decision":"allowed","changed":1,"duration":4037}',X'2ED67A3A234E2644ED261AED0E6300CDF78DE2F9031AECFBE53E3A3A269FBB03');
INSERT INTO "audit" VALUES('terminal',32,'end','13lv0ayraut9m',1795446997919882,NULL,NULL,NULL,NULL,NULL,'{"by":"13lv0ayraut9m"}',X'B797F1A730AFE8AA58E21E43C2DB0D684F50ABE8E8A45B0049FB7A421CDE13A7');
INSERT INTO "audit" VALUES('terminal',33,'begin','29gkqucjdhljt',1795446997974309,NULL,NULL,NULL,NULL,NULL,'{"by":"29gkqucjdhljt"}',X'5B72DDF92D3FE95A3BEA6B6C3AC0397C96FDD7A39A7CCD4D433BE3F6D03B03AD');
INSERT INTO "audit" VALUES('terminal',34,'intent','29gkqucjdhljt-1',1795446997973768,'built-in','main',NULL,'api_keys_create',NULL,'{"caller":"terminal","objects":["user/built-in/eve"],"request":"a7d1b0f81b6dc822"}',X'98B99D81AA25CA4939622A0A80594D15E05352AB4C630D1CB78257A085F24F11');
INSERT INTO "audit" VALUES('terminal',35,'outcome','29gkqucjdhljt-1',1795446997977671,NULL,NULL,NULL,NULL,'ok','{"decision":"allowed","changed":1,"duration":3911}',X'89F89FD3DEE60B80BB15DAFB9D617F85C1F4BC2AAD627D1A14EAF9881313B598');
INSERT INTO "audit" VALUES('terminal',36,'end','29gkqucjdhljt',1795446997978701,NULL,NULL,NULL,NULL,NULL,'{"by":"29gkqucjdhljt"}',X'1F2A3DAAB8C01EBA43CD7C85291FC6363FE4AA38311EF4374227370BED1C9661');
INSERT INTO "audit" VALUES('vm',1,'begin','2kw7her3zuyyp',1795446998102949,NULL,NULL,NULL,NULL,NULL,'{"by":"2kw7her3zuyyp"}',X'47FE29EBCFD71B2C2DFD03EE2A9040A3A540634BD5A73B3DF74FDE8E9E281CDF');
INSERT INTO "audit" VALUES('vm',2,'call','2kw7her3zuyyp-1',1795446998058058,NULL,NULL,NULL,'tools/list','ok','{"caller":"server","objects":["sha256:d60889ce63aa76d3ade8cb28d5d60d88b2b299bd911e46087be9571ac4c33ea5"],"decision":"allowed","duration":0}',X'BC496972384C23F93291F89781089E300F98B76D48FB85A026F06B9974130678');
INSERT INTO "audit" VALUES('vm',3,'intent','2kw7her3zuyyp-2',1795446998102234,'built-in','main','built-in/admin','crud',NULL,'{"caller":"api_key:built-in/admin#1","objects":["main/notes"],"request":"f4aa4ce81ad70e4a"}',X'4A08504AAFC9F637FF5CFD43514DC31D47146ECBBDE1025BEE00493E4BD1C272');
INSERT INTO "audit" VALUES('vm',4,'outcome','2kw7her3zuyyp-2',1795446998108103,NULL,NULL,NULL,NULL,'ok','{"decision":"allowed","rows":1,"changed":1,"duration":5873}',X'4A8130FD597383E56151258478D349ABECE2FCA1439677454C55ACBA8FA2FE24');
INSERT INTO "audit" VALUES('vm',5,'call','2kw7her3zuyyp-3',1795446998134665,'built-in','main','built-in/eve','crud','ok','{"caller":"api_key:built-in/eve#2","objects":["main/notes"],"request":"635a690e4f73be2f","decision":"allowed","rows":2,"duration":765}',X'0884F3229187BA5EAA796AFBB844883A74A4E2DE5C4855247D3BA40603092F19');
INSERT INTO "audit" VALUES('vm',6,'intent','2kw7her3zuyyp-4',1795446998160250,NULL,NULL,NULL,'issue_token',NULL,'{"caller":"client","client":"robot","objects":["application/built-in/robot","grant/client_credentials"]}',X'712F40E9C8F2FAD9FCA5490FA45CAF5597A494E4B641086CA2ACB3B1234A335F');
INSERT INTO "audit" VALUES('vm',7,'outcome','2kw7her3zuyyp-4',1795446998163920,NULL,NULL,NULL,NULL,'ok','{"decision":"allowed","duration":3670}',X'529E4B5E87B06BFEBEAF1039A9F88E762EE03C0EB5F0F9388753D5612B425B2B');
INSERT INTO "audit" VALUES('vm',8,'end','2kw7her3zuyyp',1795446998386311,NULL,NULL,NULL,NULL,NULL,'{"by":"2kw7her3zuyyp"}',X'82E409EB8F207129E021600CDB4A15326257C165CEDE4E4B4D33C777058A4C8D');
CREATE TABLE "audit_checkpoints" (node TEXT NOT NULL PRIMARY KEY, sequence INTEGER NOT NULL, hash BLOB NOT NULL,
signature BLOB NOT NULL) STRICT;
CREATE TABLE "audit_heads" (node TEXT NOT NULL PRIMARY KEY, sequence INTEGER NOT NULL, hash BLOB NOT NULL,
signature BLOB NOT NULL, process TEXT, lease_ends INTEGER) STRICT;
INSERT INTO "audit_heads" VALUES('terminal',36,X'1F2A3DAAB8C01EBA43CD7C85291FC6363FE4AA38311EF4374227370BED1C9661',X'01003BB1EDFA2D9C1D437E82E39CD22FB3BA7BBF101FAE64CDA5AB090E03461882D7',NULL,NULL);
INSERT INTO "audit_heads" VALUES('vm',8,X'82E409EB8F207129E021600CDB4A15326257C165CEDE4E4B4D33C777058A4C8D',X'0100ED86729FEDB195AE83D74B5A54580668C19256D8BD9DF3E3DBD6FCAE61268FEB',NULL,NULL);
CREATE TABLE "audit_open" (node TEXT NOT NULL, call_id TEXT NOT NULL, PRIMARY KEY (node, call_id)) STRICT;
CREATE TABLE "authorization_codes" (hash BLOB NOT NULL PRIMARY KEY,
grant_id INTEGER NOT NULL REFERENCES authorization_grants (id) ON DELETE CASCADE,
redirect_uri TEXT NOT NULL,
challenge TEXT NOT NULL,
expires_at INTEGER NOT NULL,
spent_at INTEGER) STRICT;
CREATE TABLE "authorization_grants" (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
application_id INTEGER NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
scope TEXT NOT NULL,
resource TEXT NOT NULL,
generation INTEGER NOT NULL,
created_at INTEGER NOT NULL,
rotated_at INTEGER NOT NULL,
expires_at INTEGER NOT NULL,
revoked_at INTEGER) STRICT;
CREATE TABLE "change_topics" (version INTEGER NOT NULL, topic INTEGER NOT NULL, PRIMARY KEY (version, topic)) STRICT;
INSERT INTO "change_topics" VALUES(1,-1);
INSERT INTO "change_topics" VALUES(2,-1);
INSERT INTO "change_topics" VALUES(3,1969);
INSERT INTO "change_topics" VALUES(4,-1);
INSERT INTO "change_topics" VALUES(5,1969);
INSERT INTO "change_topics" VALUES(6,8670);
INSERT INTO "change_topics" VALUES(7,9724);
INSERT INTO "change_topics" VALUES(8,-1);
INSERT INTO "change_topics" VALUES(9,11480);
INSERT INTO "change_topics" VALUES(10,6349);
INSERT INTO "change_topics" VALUES(11,13894);
CREATE TABLE "changes" (id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL) STRICT;
INSERT INTO "changes" VALUES(1,11);
CREATE TABLE "consents" (user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
application_id INTEGER NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
resource TEXT NOT NULL,
redirect TEXT NOT NULL,
scope TEXT NOT NULL,
updated_at INTEGER NOT NULL,
PRIMARY KEY (user_id, application_id, resource, redirect)) STRICT;
CREATE TABLE "data_sources" (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
workspace_id INTEGER NOT NULL,
name TEXT NOT NULL,
title TEXT NOT NULL,
url TEXT NOT NULL,
password BLOB,
created_at INTEGER NOT NULL, maximum_cost INTEGER,
UNIQUE (workspace_id, name)) STRICT;
INSERT INTO "data_sources" VALUES(1,1,'billing','billing','postgres://billing@127.0.0.1:1/billing',X'010038B67B96E3BE4051C86A2BABEAAE9D7B161E8D538EB1695CBB9007ABEB621E46BFFFE58F75A940FDBF02ED2A81',1795446997738491,NULL);
CREATE TABLE "device_codes" (hash BLOB NOT NULL PRIMARY KEY,
user_code_hash BLOB NOT NULL UNIQUE,
application_id INTEGER NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
scope TEXT NOT NULL,
resource TEXT NOT NULL,
state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'consumed')),
user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
allowed_scope TEXT,
interval_seconds INTEGER NOT NULL,
polled_at INTEGER,
expires_at INTEGER NOT NULL) STRICT;
CREATE TABLE "kept_values" (name TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL, expires_at INTEGER NOT NULL, owner TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "kept_values" VALUES('definitions',X'010069EBADF352A7D795273AF277E7C36C019921E4AFEE235B13F90F10EA2AC4EE120E93153B89615961BE1809746377EA2DCA59879324A53FBAD9CA93CB07FAEE552A6DAF4457F34C01BDE7CD07487529E2D9B55E4F24AD64C6DCA6FDBC0AB75CAA680707',2110806998058317,'');
CREATE TABLE "memberships" (workspace_id INTEGER NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
kind TEXT NOT NULL CHECK (kind IN ('user', 'application')),
member_id INTEGER NOT NULL,
role_id INTEGER NOT NULL REFERENCES roles (id),
created_at INTEGER NOT NULL,
PRIMARY KEY (workspace_id, kind, member_id, role_id)) STRICT;
INSERT INTO "memberships" VALUES(1,'user',1,1,1795446997014322);
INSERT INTO "memberships" VALUES(1,'user',2,7,1795446997501643);
CREATE TABLE migrations (domain TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, applied_at INTEGER NOT NULL,
PRIMARY KEY (domain, number)) STRICT;
INSERT INTO "migrations" VALUES('store',1,'changes',1795446996878405);
INSERT INTO "migrations" VALUES('store',2,'audit',1795446996882331);
INSERT INTO "migrations" VALUES('store',3,'values that expire, streams, mail between nodes',1795446996886528);
INSERT INTO "migrations" VALUES('store',4,'owners of values that expire',1795446996888370);
INSERT INTO "migrations" VALUES('store',5,'topics of changes',1795446996890108);
INSERT INTO "migrations" VALUES('store',6,'processes of audit chains, checkpoints',1795446996894380);
INSERT INTO "migrations" VALUES('identity',1,'organizations, users, roles, workspaces, memberships, keys',1795446996898631);
INSERT INTO "migrations" VALUES('identity',2,'applications, grants, tokens, consents, sessions, signing keys',1795446996901944);
INSERT INTO "migrations" VALUES('identity',3,'the workspace that an application is bound to',1795446996910582);
INSERT INTO "migrations" VALUES('identity',4,'consents for each redirect',1795446996918413);
INSERT INTO "migrations" VALUES('identity',5,'who vouches for applications, grants that keys were made with',1795446996922744);
INSERT INTO "migrations" VALUES('identity',6,'when secrets of applications end, and with which grant',1795446996926722);
INSERT INTO "migrations" VALUES('identity',7,'attempts that all nodes count together',1795446996930193);
INSERT INTO "migrations" VALUES('objects',1,'details, roles of users, permissions, providers',1795446996938001);
INSERT INTO "migrations" VALUES('objects',2,'whether organizations let in clients that nobody registered',1795446996942574);
INSERT INTO "migrations" VALUES('catalog',1,'data sources',1795446996946237);
INSERT INTO "migrations" VALUES('catalog',2,'what a statement may cost',1795446996950597);
INSERT INTO "migrations" VALUES('access',1,'rules',1795446996954198);
INSERT INTO "migrations" VALUES('access',2,'rules of permissions, rules about users',1795446996958966);
INSERT INTO "migrations" VALUES('access',3,'rules whose source or role was removed',1795446996962613);
CREATE TABLE "node_mail" (position INTEGER NOT NULL PRIMARY KEY, node TEXT NOT NULL, topic TEXT NOT NULL,
payload BLOB NOT NULL, expires_at INTEGER NOT NULL) STRICT;
CREATE TABLE "node_mail_end" (id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1), position INTEGER NOT NULL) STRICT;
INSERT INTO "node_mail_end" VALUES(1,0);
CREATE TABLE "organizations" (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
name TEXT NOT NULL,
name_key TEXT NOT NULL UNIQUE,
display_name TEXT NOT NULL,
created_at INTEGER NOT NULL, password_rules TEXT NOT NULL DEFAULT '', password_days INTEGER NOT NULL DEFAULT 0, ip_allow TEXT, disables_sign_in INTEGER NOT NULL DEFAULT 0, details TEXT NOT NULL DEFAULT '{}', dcr_policy TEXT NOT NULL DEFAULT 'open') STRICT;
INSERT INTO "organizations" VALUES(1,'built-in','built-in','Built-in',1795446997014322,'',0,NULL,0,'{}','open');
INSERT INTO "organizations" VALUES(2,'acme','acme','acme',1795446997163049,'',0,NULL,0,'{}','open');
CREATE TABLE "permissions" (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
organization_id INTEGER NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
name TEXT NOT NULL,
name_key TEXT NOT NULL,
display_name TEXT NOT NULL,
resource_type TEXT NOT NULL,
resources TEXT NOT NULL,
actions TEXT NOT NULL,
effect TEXT NOT NULL CHECK (effect IN ('Allow', 'Deny')),
users TEXT NOT NULL,
roles TEXT NOT NULL,
is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
state TEXT NOT NULL,
submitter TEXT NOT NULL,
approver TEXT NOT NULL,
approved_at INTEGER,
expires_at INTEGER,
created_at INTEGER NOT NULL,
details TEXT NOT NULL,
UNIQUE (organization_id, name_key)) STRICT;
CREATE TABLE "providers" (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
organization_id INTEGER REFERENCES organizations (id) ON DELETE CASCADE,
name TEXT NOT NULL,
name_key TEXT NOT NULL UNIQUE,
display_name TEXT NOT NULL,
category TEXT NOT NULL,
type TEXT NOT NULL,
client_id TEXT NOT NULL,
client_secret BLOB,
client_secret2 BLOB,
host TEXT NOT NULL,
port INTEGER NOT NULL,
is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
created_at INTEGER NOT NULL,
details TEXT NOT NULL) STRICT;
CREATE TABLE "refresh_tokens" (hash BLOB NOT NULL PRIMARY KEY,
grant_id INTEGER NOT NULL REFERENCES authorization_grants (id) ON DELETE CASCADE,
generation INTEGER NOT NULL,
successor BLOB,
UNIQUE (grant_id, generation)) STRICT;
CREATE TABLE "role_parts" (role_id INTEGER NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
part_id INTEGER NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
PRIMARY KEY (role_id, part_id)) STRICT;
CREATE TABLE "role_users" (role_id INTEGER NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
PRIMARY KEY (role_id, user_id)) STRICT;
CREATE TABLE "roles" (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
organization_id INTEGER NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
name TEXT NOT NULL,
name_key TEXT NOT NULL,
display_name TEXT NOT NULL,
is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
created_at INTEGER NOT NULL, details TEXT NOT NULL DEFAULT '{}',
UNIQUE (organization_id, name_key)) STRICT;
INSERT INTO "roles" VALUES(1,1,'admin','admin','admin',1,1795446997014322,'{}');
INSERT INTO "roles" VALUES(2,1,'member','member','member',1,1795446997014322,'{}');
INSERT INTO "roles" VALUES(3,1,'reader','reader','reader',1,1795446997014322,'{}');
INSERT INTO "roles" VALUES(4,2,'admin','admin','admin',1,1795446997163049,'{}');
INSERT INTO "roles" VALUES(5,2,'member','member','member',1,1795446997163049,'{}');
INSERT INTO "roles" VALUES(6,2,'reader','reader','reader',1,1795446997163049,'{}');
INSERT INTO "roles" VALUES(7,1,'clerks','clerks','clerks',1,1795446997409940,'{}');
CREATE TABLE "rules" (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
workspace_id INTEGER NOT NULL,
role TEXT NOT NULL,
source TEXT NOT NULL,
collection TEXT NOT NULL,
effect TEXT NOT NULL CHECK (effect IN ('allow', 'deny')),
actions TEXT NOT NULL,
columns TEXT,
masked TEXT NOT NULL,
hidden TEXT NOT NULL,
filter TEXT NOT NULL,
expires_at INTEGER,
created_at INTEGER NOT NULL, user_id INTEGER, permission_id INTEGER, suspended TEXT CHECK (suspended IN ('source', 'role')),
UNIQUE (workspace_id, id)) STRICT;
INSERT INTO "rules" VALUES(1,1,'clerks','main','notes','allow','["view","create"]',NULL,'[]','["secret"]','{"id":{"$lt":3}}',NULL,1795446997631648,NULL,NULL,NULL);
CREATE TABLE "sessions" (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
hash BLOB NOT NULL UNIQUE,
user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
created_at INTEGER NOT NULL,
last_used_at INTEGER NOT NULL,
expires_at INTEGER NOT NULL) STRICT;
CREATE TABLE "signing_keys" (id TEXT NOT NULL PRIMARY KEY,
public_key BLOB NOT NULL,
sealed_key BLOB,
created_at INTEGER NOT NULL,
retired_at INTEGER,
ends_at INTEGER) STRICT;
INSERT INTO "signing_keys" VALUES('IK8NW8e2HxAOPSvo5uenrrn5YUkIQ_YSWUX_refnIZc',X'04FCC67FC3C9C07C87495F901C157B94D7FE702FD09158D7061BA7DECAE71AD18C52D723E73670230AE62DBDFF01AEBCFEBC5CA8047B6968CC62C235EC3FEA7DA3',X'01008271E16942232CEE76024E18624C0986A16FFB72B2B1501BA9B22A2FCDD8CD2AB150CCE150C6F10BC9C94C48266F5FD9C2C3CE9B7EBF8CCABE8FBE5D',1795446998162083,NULL,NULL);
CREATE TABLE "stream_messages" (stream TEXT NOT NULL, number INTEGER NOT NULL, message BLOB NOT NULL, is_last INTEGER NOT NULL,
expires_at INTEGER NOT NULL, PRIMARY KEY (stream, number)) STRICT;
CREATE TABLE "streams" (name TEXT NOT NULL PRIMARY KEY, next INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT;
CREATE TABLE "used_assertions" (hash BLOB NOT NULL PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT;
CREATE TABLE "users" (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
organization_id INTEGER NOT NULL REFERENCES organizations (id),
name TEXT NOT NULL,
name_key TEXT NOT NULL,
display_name TEXT NOT NULL,
email TEXT NOT NULL,
password_hash TEXT,
is_admin INTEGER NOT NULL CHECK (is_admin IN (0, 1)),
created_at INTEGER NOT NULL,
updated_at INTEGER NOT NULL,
disabled_at INTEGER, email_key TEXT, phone TEXT NOT NULL DEFAULT '', phone_key TEXT, ip_allow TEXT, password_at INTEGER, details TEXT NOT NULL DEFAULT '{}',
UNIQUE (organization_id, name_key)) STRICT;
INSERT INTO "users" VALUES(1,1,'admin','admin','Administrator','','$argon2id$v=19$m=19456,t=2,p=1$nBfKAnS22dgGhKDEoWwPog$n2lzIs6xR3yIemUBNmrwK3rVJWhVGfe7fdEevjEgruo',1,1795446997014322,1795446997014322,NULL,NULL,'',NULL,NULL,1795446997014322,'{}');
INSERT INTO "users" VALUES(2,1,'eve','eve','eve','','$argon2id$v=19$m=19456,t=2,p=1$F+k7w6fsXBsaRLNfhLDDaA$6Ul3yX/EKVjxw3+hZ3cJ+xiZLoP9ZwUfDAdX9Ykerx8',0,1795446997246026,1795446997246026,NULL,NULL,'',NULL,NULL,1795446997246026,'{}');
CREATE TABLE "workspaces" (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
organization_id INTEGER NOT NULL REFERENCES organizations (id),
name TEXT NOT NULL UNIQUE,
title TEXT NOT NULL,
created_at INTEGER NOT NULL,
stopped_at INTEGER) STRICT;
INSERT INTO "workspaces" VALUES(1,1,'main','Main',1795446997014322,NULL);
CREATE INDEX audit_time ON audit (time);
CREATE INDEX audit_outcomes ON audit (call_id) WHERE kind = 'outcome';
CREATE INDEX kept_values_expiry ON kept_values (expires_at);
CREATE INDEX streams_expiry ON streams (expires_at);
CREATE INDEX stream_messages_expiry ON stream_messages (expires_at);
CREATE INDEX node_mail_expiry ON node_mail (expires_at);
CREATE INDEX kept_values_owners ON kept_values (owner) WHERE owner <> '';
CREATE INDEX memberships_by_member ON memberships (kind, member_id);
CREATE INDEX api_keys_by_user ON api_keys (organization_id, user_id);
CREATE INDEX applications_by_organization ON applications (organization_id, name_key);
CREATE INDEX authorization_grants_by_user ON authorization_grants (user_id, application_id);
CREATE INDEX authorization_grants_by_application ON authorization_grants (application_id);
CREATE INDEX authorization_grants_by_end ON authorization_grants (expires_at);
CREATE INDEX authorization_codes_by_grant ON authorization_codes (grant_id);
CREATE INDEX authorization_codes_by_end ON authorization_codes (expires_at);
CREATE INDEX access_tokens_by_grant ON access_tokens (grant_id);
CREATE INDEX access_tokens_by_application ON access_tokens (application_id);
CREATE INDEX access_tokens_by_user ON access_tokens (user_id);
CREATE INDEX access_tokens_by_organization ON access_tokens (organization_id, created_at);
CREATE INDEX access_tokens_by_end ON access_tokens (expires_at);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);
CREATE INDEX device_codes_by_application ON device_codes (application_id);
CREATE INDEX device_codes_by_end ON device_codes (expires_at);
CREATE INDEX used_assertions_by_end ON used_assertions (expires_at);
CREATE INDEX refresh_tokens_with_successor ON refresh_tokens (grant_id) WHERE successor IS NOT NULL;
CREATE UNIQUE INDEX signing_keys_current ON signing_keys ((CASE WHEN retired_at IS NULL THEN 1 END));
CREATE INDEX applications_by_workspace ON applications (workspace_id);
CREATE INDEX consents_by_application ON consents (application_id);
CREATE INDEX api_keys_by_grant ON api_keys (grant_id);
CREATE INDEX attempts_by_end ON attempts (ends_at);
CREATE UNIQUE INDEX users_by_email ON users (organization_id, email_key);
CREATE UNIQUE INDEX users_by_phone ON users (organization_id, phone_key);
CREATE INDEX role_users_by_user ON role_users (user_id);
CREATE INDEX role_parts_by_part ON role_parts (part_id);
CREATE INDEX rules_by_permission ON rules (permission_id);
CREATE INDEX rules_by_user ON rules (user_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('organizations',2);
INSERT INTO "sqlite_sequence" VALUES('roles',7);
INSERT INTO "sqlite_sequence" VALUES('users',2);
INSERT INTO "sqlite_sequence" VALUES('workspaces',1);
INSERT INTO "sqlite_sequence" VALUES('rules',1);
INSERT INTO "sqlite_sequence" VALUES('data_sources',1);
INSERT INTO "sqlite_sequence" VALUES('applications',1);
INSERT INTO "sqlite_sequence" VALUES('api_keys',2);
INSERT INTO "sqlite_sequence" VALUES('access_tokens',1);
COMMIT;
