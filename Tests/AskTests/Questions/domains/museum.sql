CREATE TABLE museum (Museum_ID int PRIMARY KEY, Name text, Open_Year text, City text, Num_of_Staff int);
CREATE TABLE visitor (ID int PRIMARY KEY, Name text, Level_of_membership int, Age int);
CREATE TABLE exhibit (Exhibit_ID int PRIMARY KEY, Museum_ID int REFERENCES museum(Museum_ID), Title text, Artist text, Year_Created int, Insurance_Value real);
CREATE TABLE visit (Museum_ID int REFERENCES museum(Museum_ID), visitor_ID int REFERENCES visitor(ID), Num_of_Ticket int, Total_spent real, PRIMARY KEY (Museum_ID, visitor_ID));
INSERT INTO museum VALUES (1,'Iron Gallery','2009','Bristol',62),(2,'Folk House','2011','York',25),(3,'Space Centre','2013','Leeds',116),(4,'Maritime Hall','1999','Bristol',40),(5,'Print Works','2011','Hull',18);
INSERT INTO visitor VALUES (1,'Gail Moor',8,35),(2,'Omar Said',5,28),(3,'Rina Patel',1,43),(4,'Felix Horn',2,22),(5,'Uma Lind',8,57),(6,'Zed Ngo',1,36);
INSERT INTO exhibit VALUES (1,1,'Anvil','H. Croft',1890,12000),(2,1,'Forge','H. Croft',1902,45000),(3,2,'Loom','A. Weaver',1840,8000),(4,3,'Orbit','K. Star',1998,300000),(5,3,'Module','K. Star',2001,520000),(6,4,'Anchor','B. Sail',1770,70000),(7,3,'Crater','M. Dust',2005,90000);
INSERT INTO visit VALUES (1,5,20,320.1),(2,5,4,89.98),(4,3,10,320.5),(2,3,24,209.5),(3,6,3,20.5),(1,2,2,31.0),(3,2,5,64.0);
